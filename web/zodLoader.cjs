// In functions that we do not call, zod's mini schemas reach for two whole modules at once (`core.util`, `core.regexes`), and the
// bundler then keeps all of both: 4 KB on every form. Named by the imports the file has anyway, what is not used goes.
module.exports = (source) => source.replaceAll('core.util.', 'util.').replaceAll('core.regexes[format]', 'undefined');
