import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './QuantityBox.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type StepButtonProps = ComponentProps<'button'> & {
  /** Accessible name. */
  readonly label: string;
};

interface QuantityBoxProps {
  less: StepButtonProps;
  more: StepButtonProps;
  input: ComponentProps<'input'>;
  /** 'large' is as high as the main action next to it. */
  size?: 'regular' | 'large';
}

/**
 * Renders a quantity field with buttons for one less and one more. Buttons of type 'button' are hidden
 * without script, because they would have no effect.
 */
export function QuantityBox({ less, more, input, size = 'regular' }: QuantityBoxProps) {
  const renderStep = ({ label, ...props }: StepButtonProps, icon: 'minus' | 'plus') => (
    <button type="button" {...props} className={styles.step}>
      <Icon name={icon} size="small" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
  return (
    <div className={joinClasses(styles.quantity, size === 'large' && styles.large)}>
      {renderStep(less, 'minus')}
      <input {...input} className={styles.input} inputMode="numeric" autoComplete="off" />
      {renderStep(more, 'plus')}
    </div>
  );
}
