import { toLocalMoment } from '../../../shared/rules/local-moment.ts';
import { UrlTokenForm } from '../../features/cart/UrlTokenForm.tsx';
import { FormName } from '../../forms/FormName.tsx';
import { FormNotice } from '../../forms/FormNotice.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { PageDataOf } from '../../store/page-state.ts';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';

/** Renders the form that starts a preview with the code of a link, or changes the preview date. */
export function PreviewPage({ data: { returnPath } }: { data: PageDataOf<'preview'> }) {
  const { t } = useShop();
  const isShown = useAppState((state) => state.preview !== undefined);
  return (
    <div className="wrap section">
      <h1>{t('preview.title')}</h1>
      {isShown ? <MovePreviewForm returnPath={returnPath} /> : <OpenPreviewForm />}
    </div>
  );
}

function OpenPreviewForm() {
  return (
    <UrlTokenForm
      name="preview-open"
      form={useForm('preview-open')}
      field="token"
      texts={{ label: 'preview.token', lead: 'preview.lead', button: 'preview.open' }}
      failures={{
        token_invalid: 'preview.invalid',
        token_expired: 'preview.expired',
        validation_failed: 'preview.invalid',
        too_many_attempts: 'cart.tooManyAttempts',
      }}
    />
  );
}

function MovePreviewForm({ returnPath }: { returnPath: string | null }) {
  const { t } = useShop();
  const preview = useAppState((state) => state.preview);
  const form = useForm('preview-move');
  if (!preview) return null;
  const { instant, timeZone } = preview;
  const problem = form.getProblem('moment');
  const failure = form.result?.problems.find(({ field }) => field === null);
  return (
    <form ref={form.ref} className="stack" method="post" onSubmit={form.onSubmit}>
      {failure && (
        <FormNotice tone="error">
          <p>{t(failure.code === 'not_found' ? 'preview.over' : 'error.tryLater')}</p>
        </FormNotice>
      )}
      <FormName name="preview-move" />
      {returnPath !== null && <input type="hidden" name="returnPath" value={returnPath} />}
      <p>{t('preview.moveLead')}</p>
      <Field
        label={t('preview.moment')}
        hint={t('preview.clock', { zone: timeZone })}
        {...(problem !== null && { error: t('preview.momentWrong') })}
      >
        {(control) => (
          <Input
            control={control}
            name="moment"
            type="datetime-local"
            required
            defaultValue={form.getValue('moment') || toLocalMoment(new Date(instant), timeZone)}
          />
        )}
      </Field>
      <Button type="submit" size="large" busy={form.isBusy}>
        {t('preview.move')}
      </Button>
    </form>
  );
}
