// Every browser of the build target supports it.
module.exports = Object.entries;
