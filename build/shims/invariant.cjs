/** Throws if a library is used incorrectly. */
module.exports = (isFine, message) => {
  if (!isFine) throw new Error(message);
};
