import type { Subscriptions } from '../../../shared/contract/subscriptions.ts';
import { ACCOUNT_SUBSCRIPTIONS_PATH } from '../../../shared/rules/account/account-paths.ts';
import type { ActionContext, ActionOutcome, FormAction } from '../../forms/form-action.ts';

type SubscriptionsChange = Partial<Pick<Subscriptions, 'newsletter' | 'offers' | 'labResults'>> & {
  endedStockReminderIds?: number[];
};

async function storeSubscriptions(
  { api, options }: ActionContext,
  body: SubscriptionsChange,
): Promise<ActionOutcome> {
  await api.updateSubscriptions({ body }, options);
  return { status: 'done', noticePath: ACCOUNT_SUBSCRIPTIONS_PATH, changed: ['account'] };
}

/** Stores the chosen subscriptions. Browsers omit unchecked boxes from a form. */
export const changeSubscriptions: FormAction = (context) => {
  const isChosen = (name: string) => context.fields.get(name) !== '';
  return storeSubscriptions(context, {
    newsletter: isChosen('newsletter'),
    offers: isChosen('offers'),
    labResults: isChosen('labResults'),
  });
};

/** Ends one product reminder. */
export const stopReminder: FormAction = (context) =>
  storeSubscriptions(context, { endedStockReminderIds: [Number(context.fields.get('stockReminderId'))] });

/** Ends all subscriptions, including all current reminders. */
export const endAllSubscriptions: FormAction = async (context) => {
  const { stockReminders } = await context.api.fetchSubscriptions(undefined, context.options);
  return storeSubscriptions(context, {
    newsletter: false,
    offers: false,
    labResults: false,
    endedStockReminderIds: stockReminders.map(({ stockReminderId }) => stockReminderId),
  });
};
