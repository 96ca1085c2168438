// The head renders anew with each page, so comparing its elements deeply finds a difference every time.
module.exports = () => false;
