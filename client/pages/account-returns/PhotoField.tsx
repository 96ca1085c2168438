import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../../../shared/i18n/translate.ts';
import { RETURN_PHOTO_LIMITS, RETURN_PHOTO_TYPES } from '../../../shared/rules/returns.ts';
import type { FormProblem } from '../../forms/action-result.ts';
import { type Shop, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PhotoField.module.css';
import { type ChosenPhoto, scalePhoto } from './scale-photo.ts';

/** Id of the control, target of the error summary. */
export const PHOTO_FIELD_ID = 'return-photo';

const formProblemTexts: Readonly<Record<string, MessageKey>> = {
  required: 'returns.photoRequired',
  tooMany: 'returns.photoTooMany',
};
const photoProblemTexts: Readonly<Record<string, MessageKey>> = {
  animated: 'returns.photoAnimated',
  broken: 'returns.photoBroken',
  pixels: 'returns.photoPixels',
  size: 'returns.photoSize',
  type: 'returns.photoType',
};

/** Describes the error of a photo. */
export function describePhotoProblem(
  { t }: Pick<Shop, 't'>,
  { code, position }: Pick<FormProblem, 'code' | 'position'>,
): string {
  const whole = formProblemTexts[code];
  if (whole) return t(whole);
  return `${t('returns.photo', { position: position ?? 1 })} ${t(photoProblemTexts[code] ?? 'returns.photoBroken')}`;
}

interface PhotoFieldProps {
  problems: readonly FormProblem[];
  /** Called with the chosen photos, and with null while photos are being scaled. */
  onChosen: (photos: readonly ChosenPhoto[] | null) => void;
}

const accept = RETURN_PHOTO_TYPES.join(',');

/**
 * Renders the photo field of a return. Without script it is a plain file input. With script, photos are
 * scaled when they are chosen, previewed, and can be removed individually; later photos are added to the
 * earlier ones.
 */
export function PhotoField({ problems, onChosen }: PhotoFieldProps) {
  const shop = useShop();
  const { t, formats } = shop;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([]);
  const [isPreparing, setIsPreparing] = useState(false);
  const [canTake, setCanTake] = useState(false);

  const storePhotos = (chosen: readonly ChosenPhoto[]) => {
    setPhotos(chosen);
    // The form sends the files of its input.
    const transfer = new DataTransfer();
    for (const { file } of chosen) transfer.items.add(file);
    if (input.current) input.current.files = transfer.files;
    onChosen(chosen);
  };

  const add = async (files: readonly File[], before: readonly ChosenPhoto[]) => {
    if (files.length === 0 || typeof DataTransfer === 'undefined') return;
    setIsPreparing(true);
    onChosen(null);
    const added: ChosenPhoto[] = [];
    // Scales sequentially, because a phone has memory for only one decoded photo.
    for (const file of files) added.push(await scalePhoto(file));
    setIsPreparing(false);
    storePhotos([...before, ...added]);
  };

  // Scales photos that were chosen before hydration, too.
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    setCanTake(typeof DataTransfer !== 'undefined');
    void latest.current([...(input.current?.files ?? [])], []);
  }, []);

  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // Allows the same photo to be taken again after it was removed.
    if (currentTarget === camera.current) currentTarget.value = '';
    void add(files, photos);
  };

  const shown = photos.flatMap(({ code }, index) => (code === null ? [] : [{ code, position: index + 1 }]));
  const tooMany = photos.length > RETURN_PHOTO_LIMITS.max ? [{ code: 'tooMany' }] : [];
  // Errors of the current photos replace those of the last submission.
  const visibleProblems: readonly Pick<FormProblem, 'code' | 'position'>[] =
    shown.length + tooMany.length > 0 ? [...tooMany, ...shown] : problems;
  const errorId = `${PHOTO_FIELD_ID}-error`;
  const hintId = `${PHOTO_FIELD_ID}-hint`;
  return (
    <fieldset className={styles.photos} data-invalid={visibleProblems.length > 0 ? '' : undefined}>
      <legend className={styles.legend}>{t('returns.photos')}</legend>
      {photos.length > 0 && (
        <ul className={styles.shots}>
          {photos.map(({ file, preview, code }, index) => (
            // The same photo may be chosen twice, so only its position identifies it.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing of a figure outlives its place
            <li key={index}>
              <figure className={styles.shot}>
                {preview === null ? (
                  <span className={styles.unseen}>
                    <Icon name="warning" />
                  </span>
                ) : (
                  <img
                    className={styles.picture}
                    src={preview}
                    alt={t('returns.photo', { position: index + 1 })}
                  />
                )}
                <figcaption className={styles.caption}>
                  <span className={code === null ? 'small' : styles.bad}>
                    {t('returns.photo', { position: index + 1 })}
                    <span className="soft">
                      , {formats.number(Math.max(0.1, file.size / 1_000_000), 1)} MB
                    </span>
                  </span>
                  <Button
                    variant="text"
                    label={t('returns.remove', { position: index + 1 })}
                    onClick={() => {
                      storePhotos(photos.filter((_photo, at) => at !== index));
                      input.current?.focus();
                    }}
                  >
                    <Icon name="remove" />
                  </Button>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
      <label className={styles.label} htmlFor={PHOTO_FIELD_ID}>
        {t('returns.addPhoto')}
      </label>
      <input
        ref={input}
        id={PHOTO_FIELD_ID}
        className={styles.file}
        type="file"
        name="photo"
        multiple
        accept={accept}
        aria-describedby={visibleProblems.length > 0 ? `${hintId} ${errorId}` : hintId}
        aria-invalid={visibleProblems.length > 0 || undefined}
        onChange={handleChange}
      />
      {canTake && (
        <span className={styles.camera}>
          <input
            ref={camera}
            type="file"
            accept={accept}
            capture="environment"
            hidden
            onChange={handleChange}
          />
          <Button variant="line" onClick={() => camera.current?.click()}>
            {t('returns.cameraPhoto')}
          </Button>
        </span>
      )}
      <span className={styles.hint} id={hintId}>
        {t('returns.photosHint')}
      </span>
      <span role="status">{isPreparing ? t('returns.preparing') : ''}</span>
      {visibleProblems.length > 0 && (
        <ul className={styles.errors} id={errorId}>
          {visibleProblems.map((problem) => (
            <li key={`${problem.code} ${problem.position ?? ''}`}>
              <Icon name="warning" size="small" />
              {describePhotoProblem(shop, problem)}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
