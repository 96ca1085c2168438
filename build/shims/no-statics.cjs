// Page components have no static members to copy.
module.exports = (target) => target;
