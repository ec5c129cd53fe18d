import { type Sample, toRuns } from '../data/samples.ts'

type SparklineProps = {
  readonly samples: readonly Sample[]
  /** Two samples that are further apart have no line between them. */
  readonly gapMs: number
  /** Formats the lowest and the highest value for the description. */
  readonly format: (value: number) => string
}

const [width, height] = [120, 26]
/** A line of fewer samples would look like a trend. */
const fewest = 4

/** A small line of the last values without axes, with the lowest and the highest value as its description. */
export function Sparkline({ samples, gapMs, format }: SparklineProps) {
  const values = samples.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0]
  const toX = (atMs: number) => (last === first ? 0 : (width * (atMs - first)) / (last - first))
  const toY = (value: number) => (high === low ? height / 2 : 2 + ((height - 4) * (high - value)) / (high - low))
  const toPoint = ({ atMs, value }: Sample) => `${toX(atMs).toFixed(1)},${toY(value).toFixed(1)}`
  const text = samples.length < fewest ? 'no line yet' : `lowest ${format(low)}, highest ${format(high)}`
  return (
    <svg class="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      {(samples.length < fewest ? [] : toRuns(samples, gapMs)).map((run) => (
        <polyline key={run[0]?.atMs} points={run.map(toPoint).join(' ')} />
      ))}
    </svg>
  )
}
