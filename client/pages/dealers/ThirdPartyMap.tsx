import { useState } from 'react';
import { useAppState, useShop } from '../../store/shop.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { getThirdPartyMapUrl } from './map-urls.ts';
import type { DealerView } from './page.ts';
import styles from './ThirdPartyMap.module.css';

/**
 * Renders a third-party map. The provider is contacted only after the visitor requests the map. Needs script;
 * the list does not.
 */
export function ThirdPartyMap({ dealers, mapsKey }: { dealers: readonly DealerView[]; mapsKey: string }) {
  const { t } = useShop();
  const { code } = useAppState((state) => state.scope.language);
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = dealers.find(({ dealerId }) => dealerId === chosen);
  const [first] = dealers;
  if (!first) return null;
  if (!shown) {
    return (
      <div className={styles.offer}>
        <Button variant="line" icon="globe" onClick={() => setChosen(first.dealerId)}>
          {t('dealers.foreignMap.show')}
        </Button>
        <p className="small soft">{t('dealers.foreignMap.note')}</p>
      </div>
    );
  }
  return (
    <div className={styles.shown}>
      <Field label={t('dealers.foreignMap.dealer')}>
        {(control) => (
          <Select
            control={control}
            name="dealer"
            value={String(shown.dealerId)}
            onChange={({ target }) => setChosen(Number(target.value))}
            options={dealers.map(({ dealerId, name }) => ({ value: String(dealerId), label: name }))}
          />
        )}
      </Field>
      <iframe
        className={styles.frame}
        src={getThirdPartyMapUrl(shown, mapsKey, code)}
        title={t('dealers.foreignMap.title', { name: shown.name })}
        // The key is restricted to the shop's hosts. The rest of the URL contains the visitor's position and
        // must not be sent.
        referrerPolicy="strict-origin"
        sandbox="allow-scripts allow-same-origin allow-popups"
      />
    </div>
  );
}
