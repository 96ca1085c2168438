import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { PreviewService } from './service.ts';

/** Creates the handlers of previews. */
export function createPreviewCalls(service: PreviewService): Call[] {
  return [
    createCall('fetchPreview', (context) => service.fetch(context)),
    createCall('openPreview', (context, { body }) => service.open(context, body.token)),
    createCall('movePreview', async (context, { body }) => {
      await service.move(context, body.moment);
      return undefined;
    }),
    createCall('leavePreview', async (context) => {
      service.leave(context);
      return undefined;
    }),
  ];
}
