// So many rounds of a scene begin in ten seconds (RATE), for so long (DURATION), however long each
// takes.
export const arrivals = {
  scenarios: {
    arrivals: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE),
      timeUnit: '10s',
      duration: __ENV.DURATION,
      preAllocatedVUs: 50,
      maxVUs: 200,
    },
  },
};
