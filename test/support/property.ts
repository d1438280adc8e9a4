import fc from 'fast-check';

/** Of every property test: a gate tries the same cases each time. `npm run measure` looks for new ones with another seed. */
const SEED = Number(process.env.SCHOOLGATE_TEST_SEED ?? 20_261_120);
if (!Number.isInteger(SEED)) throw new Error('SCHOOLGATE_TEST_SEED is a whole number');

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

/** fast-check with the seed above. Property tests take it from here, never from the package. */
export { fc };
