/** Says in the console what a library holds for a mistake. */
module.exports = (isFine, message) => {
  if (!isFine) console.error(message);
};
