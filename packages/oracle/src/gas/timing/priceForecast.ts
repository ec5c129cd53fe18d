/** The price at one time: the start of a bar in Unix seconds, and wei per gas. */
export type PricePoint = { readonly timestamp: number; readonly price: number }

/** The outcome of waiting at past moments with a similar forecast. */
export type WaitForecast = {
  readonly seconds: number
  /** Expected share of the price that waiting saves. Negative if waiting costs more. */
  readonly saving: number
  /** Share of these moments at which waiting saved anything. */
  readonly confidence: number
  /** Number of these moments. */
  readonly samples: number
}

type Sample = { readonly forecast: number; readonly outcome: number }

const hour = 3600
const levelHalfLifeHours = 72
// Weight of the prior, in hours: an hourly pattern is shrunk towards zero by this many observations.
const doubt = 3
const neighbours = 100
const fewestSamples = 48

/**
 * Forecasts the saving of waits, given as numbers of bars. The logarithm of the price is modeled as a level
 * (half-life 3 days), a pattern over the hours of the week, and a deviation that decays by its observed factor. Each
 * past bar has a forecast from the data known at that time. `saving` and `confidence` are computed from the outcomes
 * of the 100 forecasts closest to the current one. So `confidence` is an observed frequency.
 *
 * @param points at equal intervals, oldest first. Gaps are skipped
 */
export function forecastWaits(points: readonly PricePoint[], waits: readonly number[]): readonly WaitForecast[] {
  const first = points[0]
  const second = points[1]
  if (first === undefined || second === undefined) return []
  const step = points.reduce((least, { timestamp }, index) => {
    const before = points[index - 1]
    return before === undefined ? least : Math.min(least, timestamp - before.timestamp)
  }, second.timestamp - first.timestamp)
  const logs = new Map(points.map(({ timestamp, price }) => [timestamp, Math.log(Math.max(1, price))]))
  const learner = createLearner(step)
  const samples: Sample[][] = waits.map(() => [])
  let forecasts: readonly number[] = []
  for (const { timestamp } of points) {
    const log = logs.get(timestamp) as number
    learner.add(timestamp, log)
    forecasts = waits.map((wait) => learner.forecast(timestamp, log, wait))
    // The outcome is later than every bar the forecast uses, so the forecast does not see the future.
    waits.forEach((wait, index) => {
      const later = logs.get(timestamp + wait * step)
      if (later !== undefined && learner.isReady())
        samples[index]?.push({ forecast: forecasts[index] as number, outcome: later - log })
    })
  }
  return waits.flatMap((wait, index) => {
    const own = samples[index] as Sample[]
    if (own.length < fewestSamples) return []
    const now = forecasts[index] as number
    const near = own
      .sort((a, b) => Math.abs(a.forecast - now) - Math.abs(b.forecast - now))
      .slice(0, Math.min(neighbours, Math.ceil(own.length / 4)))
    return [
      {
        seconds: wait * step,
        saving: near.reduce((sum, { outcome }) => sum + 1 - Math.exp(outcome), 0) / near.length,
        confidence: near.filter(({ outcome }) => outcome < 0).length / near.length,
        samples: near.length,
      },
    ]
  })
}

/** Learns level, weekly pattern and persistence of the logarithm of a price. */
function createLearner(step: number) {
  const weight = 1 - 2 ** (-step / (levelHalfLifeHours * hour))
  const ofWeek = new Map<number, { sum: number; count: number }>()
  const ofDay = new Map<number, { sum: number; count: number }>()
  let level: number | undefined
  let deviation = 0
  let seen = 0
  let products = 0
  let squares = 0

  const pattern = (timestamp: number) => {
    const day = ofDay.get(toHourOfDay(timestamp)) ?? { sum: 0, count: 0 }
    const week = ofWeek.get(toHourOfWeek(timestamp)) ?? { sum: 0, count: 0 }
    const perHour = hour / step
    const daily = day.sum / (day.count + doubt * perHour)
    return (week.sum + daily * doubt * perHour) / (week.count + doubt * perHour)
  }
  return {
    isReady: () => seen > 24,
    add(timestamp: number, log: number) {
      seen++
      level = level === undefined ? log : level + weight * (log - level)
      const off = log - level
      for (const [slots, slot] of [
        [ofDay, toHourOfDay(timestamp)],
        [ofWeek, toHourOfWeek(timestamp)],
      ] as const) {
        const { sum, count } = slots.get(slot) ?? { sum: 0, count: 0 }
        slots.set(slot, { sum: sum + off, count: count + 1 })
      }
      const next = off - pattern(timestamp)
      products += deviation * next
      squares += deviation * deviation
      deviation = next
    },
    /** Returns the expected change of the logarithm over this many bars. */
    forecast(timestamp: number, log: number, wait: number): number {
      const persistence = Math.min(0.999, Math.max(0, squares === 0 ? 0 : products / squares))
      return (level ?? log) + pattern(timestamp + wait * step) + persistence ** wait * deviation - log
    },
  }
}

const toHourOfDay = (timestamp: number) => Math.floor(timestamp / hour) % 24
const toHourOfWeek = (timestamp: number) => Math.floor(timestamp / hour) % 168
