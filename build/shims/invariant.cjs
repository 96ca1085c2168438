/** Fails where a library is used in a way that it cannot work. */
module.exports = (isFine, message) => {
  if (!isFine) throw new Error(message);
};
