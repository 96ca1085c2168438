/** Address of a picture file that the build ships under a hashed name. */
declare module '*.svg' {
  const url: string;
  export default url;
}
