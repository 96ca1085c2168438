import type { OrderChanger } from '../commerce/orders/types.ts';
import type { Reconciler } from '../commerce/payments/service.ts';
import type { CommandContext } from '../core/cli/command.ts';
import type { KeyRings } from './key-rings.ts';

/** Environment that contains what the commands of all rooms need. */
export interface ShopCommandContext extends CommandContext {
  /** Reads the keys of hashed and encrypted values, the same as those of the backends. */
  readKeyRings(): Promise<KeyRings>;
  readonly orders: OrderChanger;
  /** Creates the tool of `npm run reconcile`. */
  openReconciler?(): Promise<Reconciler>;
}
