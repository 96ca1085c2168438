/** Logs a usage warning of a library to the console. */
module.exports = (isFine, message) => {
  if (!isFine) console.error(message);
};
