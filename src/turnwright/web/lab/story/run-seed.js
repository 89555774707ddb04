// The seed of one run among many: the same function as `turnwright.skirmish.engine.rng.run_seed`.

const MASK = 0xFFFFFFFFFFFFFFFFn;
const RUN_STEP = 0xD1342543DE82EF95n;

function mix(given) {
  let z = given;
  z = ((z ^ (z >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94D049BB133111EBn) & MASK;
  return z ^ (z >> 31n);
}

/** The seed of run `index` (counted from 0) of a job with the seed `base`. */
export const runSeed = (base, index) => Number(mix((mix(BigInt(base) & MASK) + (BigInt(index) + 1n) * RUN_STEP) & MASK) >> 11n);
