import type { ReactNode } from 'react';
import styles from './Arch.module.css';
import { joinClasses } from './join-classes.ts';
import { getTintClass } from './tint-class.ts';

interface ArchProps {
  /** Colour way of the pack; its pale tone is the background. */
  colourWay?: string | undefined;
  className?: string | undefined;
  /** The picture, aligned with the bottom edge. */
  children: ReactNode;
}

/** Renders the stable door behind a product. Only for products. */
export function Arch({ colourWay, className, children }: ArchProps) {
  return (
    <div className={joinClasses(styles.arch, colourWay ? getTintClass(colourWay) : undefined, className)}>
      {children}
    </div>
  );
}
