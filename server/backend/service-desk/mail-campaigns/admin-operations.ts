import Type from 'typebox';
import { Choice, Ids, Line, Text } from '../../core/admin/fields.ts';
import {
  type AdminOperation,
  AdminRefusal,
  createOperation,
  createOperationWithPreparedData,
  type OperationContext,
  type Outcome,
} from '../../core/admin/operation.ts';
import type { Database } from '../../core/database/database.ts';
import { subscriptionKinds } from '../../customers/newsletter/queries.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { describeCampaignForLog, readScope, toCampaignDraft } from './campaign-values.ts';
import { type CampaignWithTexts, findCampaign, lockCampaign } from './queries.ts';
import {
  type CampaignFault,
  type CampaignResult,
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  type SitesAndLanguages,
  saveCampaign,
  sendCampaign,
  sendTestCampaign,
} from './service.ts';

const campaignId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** Time of the last change of the campaign in the form. A different value means that it was changed since. */
const changedAt = Type.String({ maxLength: 30 });
const contentInputs = {
  name: Line(100),
  kind: Choice(subscriptionKinds),
  siteIds: Ids(100),
};
const textInputs = { subject: Line(150), markdown: Text(100_000, 1) };

/** Converts a failure of the service to an error of the admin pages. */
function toCampaignRefusal(fault: CampaignFault): AdminRefusal {
  if (fault.code === 'campaign_unknown') return new AdminRefusal('not_found');
  if (fault.code === 'state') return new AdminRefusal(`campaign_${fault.status}`);
  if (fault.code === 'text')
    return new AdminRefusal('campaign_text', { language: fault.languageCode }, undefined, [
      fault.fault.message,
    ]);
  if (fault.code === 'not_ready')
    return new AdminRefusal('campaign_not_ready', { smart_count: fault.problems.length });
  if (fault.code === 'address') return new AdminRefusal('campaign_address', {}, 'emailAddress');
  if (fault.code === 'no_site' || fault.code === 'site_unknown')
    return new AdminRefusal('unknown_site', {}, 'siteIds');
  if (fault.code === 'name') return new AdminRefusal('campaign_name', {}, 'name');
  return new AdminRefusal('campaign_words');
}

/**
 * Changes a campaign and logs it before and after.
 *
 * @param expected time of the last change in the form
 */
async function changeCampaign(
  transaction: Database,
  id: number | null,
  scope: SitesAndLanguages,
  work: (former: CampaignWithTexts | undefined) => Promise<CampaignResult>,
  expected?: string,
): Promise<Outcome> {
  const former = id === null ? undefined : await lockCampaign(transaction, id);
  if (id !== null && !former) throw new AdminRefusal('not_found');
  if (expected !== undefined && former?.changedAt.toISOString() !== expected) {
    throw new AdminRefusal('changed_meanwhile');
  }
  const result = await work(former);
  if (result.outcome === 'refused') throw toCampaignRefusal(result.fault);
  const after = await findCampaign(transaction, result.campaignId);
  const before = describeCampaignForLog(former, scope.languages);
  return {
    changes: [
      {
        resource: 'campaign',
        resourceId: result.campaignId,
        before,
        after: describeCampaignForLog(after, scope.languages),
      },
    ],
    leadsTo: `/campaigns/${result.campaignId}`,
  };
}

const getKeys = ({ sites: all }: SitesAndLanguages, siteIds: readonly number[]): string[] =>
  siteIds.map((siteId) => {
    const found = all.find(({ site }) => site.siteId === siteId);
    if (!found) throw new AdminRefusal('unknown_site', {}, 'siteIds');
    return found.site.key;
  });

const getCode = ({ languages }: SitesAndLanguages, languageId: number): string => {
  const found = languages.find((language) => language.languageId === languageId);
  if (!found) throw new AdminRefusal('campaign_words', {}, 'languageId');
  return found.code;
};

/** Sends a campaign to a single address. */
const sendTestMailOperation = createOperation({
  name: 'campaign.test',
  input: Type.Object({ campaignId, emailAddress: Line(254) }),
  async run(transaction, { campaignId: id, emailAddress }, context) {
    const result = await sendTestCampaign(transaction, context, { campaignId: id, emailAddress });
    if (result.outcome === 'refused') throw toCampaignRefusal(result.fault);
    return {
      // The test address is personal data and is not logged.
      changes: [{ resource: 'campaign', resourceId: id, before: null, after: { test: 'sent' } }],
      message: { key: 'admin.campaign.tested' },
    };
  },
});

/** Creates the operations of campaigns, which `npm run campaign` also has. */
export function createCampaignOperations({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): AdminOperation[] {
  const prepare = () => readScope(sites);

  const create = createOperationWithPreparedData(database, {
    name: 'campaign.create',
    prepare,
    input: Type.Object({ ...contentInputs, languageId: Type.Integer({ minimum: 1 }), ...textInputs }),
    run: (transaction, input, context, scope) =>
      changeCampaign(transaction, null, scope, () => {
        const { name, kind, siteIds, languageId, subject, markdown } = input;
        const languageCode = getCode(scope, languageId);
        return saveCampaign(transaction, context, scope, {
          campaignId: null,
          name,
          kind,
          siteKeys: getKeys(scope, siteIds),
          texts: [{ languageCode, subject, markdown }],
        });
      }),
  });
  const save = createOperationWithPreparedData(database, {
    name: 'campaign.save',
    prepare,
    input: Type.Object({ campaignId, changedAt, ...contentInputs }),
    run: (transaction, input, context, scope) =>
      changeCampaign(
        transaction,
        input.campaignId,
        scope,
        async (former) => {
          if (!former) throw new AdminRefusal('not_found');
          const { name, kind, siteIds } = input;
          const siteKeys = getKeys(scope, siteIds);
          return saveCampaign(transaction, context, scope, {
            ...toCampaignDraft(former, scope),
            name,
            kind,
            siteKeys,
          });
        },
        input.changedAt,
      ),
  });
  const write = createOperationWithPreparedData(database, {
    name: 'campaign.write',
    prepare,
    input: Type.Object({ campaignId, changedAt, languageId: Type.Integer({ minimum: 1 }), ...textInputs }),
    run: (transaction, input, context, scope) =>
      changeCampaign(
        transaction,
        input.campaignId,
        scope,
        async (former) => {
          if (!former) throw new AdminRefusal('not_found');
          const languageCode = getCode(scope, input.languageId);
          const draft = toCampaignDraft(former, scope);
          const others = draft.texts.filter((text) => text.languageCode !== languageCode);
          const { subject, markdown } = input;
          return saveCampaign(transaction, context, scope, {
            ...draft,
            texts: [...others, { languageCode, subject, markdown }],
          });
        },
        input.changedAt,
      ),
  });
  const start = createOperationWithPreparedData(database, {
    name: 'campaign.send',
    prepare,
    input: Type.Object({ campaignId, changedAt }),
    needsConsent: true,
    run: (transaction, input, context, scope) =>
      changeCampaign(
        transaction,
        input.campaignId,
        scope,
        () => sendCampaign(transaction, context, scope, input.campaignId),
        input.changedAt,
      ),
  });
  const createStep = (
    name: string,
    step: (transaction: Database, act: OperationContext, id: number) => Promise<CampaignResult>,
    needsConsent = false,
  ) =>
    createOperationWithPreparedData(database, {
      name,
      prepare,
      input: Type.Object({ campaignId }),
      needsConsent,
      run: (transaction, input, context, scope) =>
        changeCampaign(transaction, input.campaignId, scope, () =>
          step(transaction, context, input.campaignId),
        ),
    });
  const pause = createStep('campaign.pause', pauseCampaign);
  const resume = createStep('campaign.resume', resumeCampaign);
  const cancel = createStep('campaign.cancel', cancelCampaign, true);

  return [create, save, write, sendTestMailOperation, start, pause, resume, cancel];
}
