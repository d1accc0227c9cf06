/* first.js - what the page opens with where the link names nothing. */

/* Seeds whose picture is a good one, looked at at 1280x720 and 720x1560. */
const FIRST = [
  { seed: '66', world: 'alpine', mood: 'dawn' },
  { seed: '51', world: 'lake', mood: 'moonlight' },
  { seed: '30', world: 'misty', mood: 'ember' },
  { seed: '7', world: 'dunes', mood: 'golden' },
  { seed: '10', world: 'forest', mood: 'mist' },
  { seed: '79', world: 'alpine', mood: 'sakura' },
  { seed: '75', world: 'lake', mood: 'aurora' },
  { seed: '65', world: 'hills', mood: 'autumn' },
  { seed: '2', world: 'cloudsea', mood: 'dawn' },
  { seed: '4', world: 'fjord', mood: 'dawn' },
  { seed: '43', world: 'karst', mood: 'ink' },
  { seed: '7', world: 'savanna', mood: 'savanna' },
];

/** One of them by chance. */
export const firstScene = (size) => (
  { ...FIRST[Math.floor(Math.random() * FIRST.length)], set: {}, ...size });
