/* recipe.js - resolved scene text, as the library writes it, as a map from `section.key` to value. */

/** `[ridge 2]` with `kind = alps` is `ridge.2.kind`. */
export function parseRecipe(text) {
  const keys = new Map();
  let section = '';
  for (const line of text.split('\n')) {
    const head = /^\[(.+)\]$/.exec(line);
    const pair = /^(\w+) = (.*)$/.exec(line);
    if (head) section = head[1].replace(' ', '.');
    else if (pair) keys.set(`${section}.${pair[1]}`, pair[2]);
  }
  return keys;
}

/** The least and the most of a rule of the key table, `0..1 or auto`; null where it is no range. */
export function rangeOf(rule) {
  const found = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?: or auto)?$/.exec(rule);
  return found && { least: Number(found[1]), most: Number(found[2]) };
}

/** The names of a rule, `none, bank, fair or auto`. */
export function namesOf(rule) {
  return rule.replace(/ \(.*?\)/, '').split(/, | or /).filter((name) => name !== 'auto' && name !== 'any');
}
