// Every browser that the build's target names has it.
module.exports = Object.entries;
