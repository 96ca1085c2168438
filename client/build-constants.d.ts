/** Put in by the build: true in `npm run dev`. */
declare const IS_DEVELOPMENT: boolean;
