import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { formatNumber, formatTicks, formatTime } from '../data/format.ts'
import { breakGaps } from '../data/gaps.ts'
import { watchTheme } from '../data/theme.ts'
import { Table } from './table.tsx'

export type Series = {
  readonly label: string
  readonly values: readonly (number | null)[]
  /** Number of a palette color, from 1. */
  readonly colour: number
  readonly dashed?: boolean
}
type ChartProps = {
  /** Name of the chart for screen readers. */
  readonly label: string
  /** Ascending horizontal values: Unix seconds if `isTime`, otherwise any numbers. */
  readonly x: readonly number[]
  readonly xLabel: string
  readonly isTime?: boolean
  readonly unit: string
  readonly series: readonly Series[]
  /** Largest distance of two points that a line connects, in the unit of `x`. @default four times the median distance */
  readonly maxGap?: number
  readonly height?: number
  readonly bars?: boolean
  /** Draws a point at each value, for values that are far apart. */
  readonly points?: boolean
  /** Draws points without lines on a logarithmic vertical scale. */
  readonly scatter?: boolean
  /** Range of the horizontal axis. @default the range of the values */
  readonly xRange?: readonly [from: number, to: number]
  /** Draws a vertical line at this horizontal value. */
  readonly mark?: number
  /** Called with the horizontal value under the pointer while the primary button is pressed. */
  readonly onPick?: (x: number) => void
  readonly format?: (value: number) => string
  /** Formats horizontal values that are not times. */
  readonly formatX?: (value: number) => string
}

/**
 * A chart. The legend shows the values under the pointer. A collapsed table below lists all values. It draws no axis before there are
 * two times, because the axis would have invented dates.
 */
export function Chart(props: ChartProps) {
  if (props.isTime === false || props.x.length > 1) return <Plot {...props} />
  const [first] = props.x
  return (
    <p class="empty">
      {first === undefined
        ? 'No values yet.'
        : `One value so far, of ${formatTime(first * 1000)}. The chart starts with the second.`}
    </p>
  )
}

function Plot(props: ChartProps) {
  const { x, series } = props
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const shape = JSON.stringify([series.map((one) => [one.label, one.colour, one.dashed]), props.height, props.unit])
  const newest = useRef(props)
  newest.current = props
  const [pointed, setPointed] = useState<number | null>(null)
  // The plot has more points than `x`: those that interrupt its lines, which have no values.
  const onPoint = (index: number | null) => {
    const at = index === null ? -1 : newest.current.x.indexOf(plot.current?.data[0][index] ?? Number.NaN)
    setPointed(at < 0 ? null : at)
  }

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const draw = () => {
      plot.current?.destroy()
      plot.current = new uPlot(
        toOptions(newest.current, element, { toMark: () => newest.current.mark, onPoint }),
        toData(newest.current),
        element,
      )
      watchPicks(plot.current, () => newest.current.onPick)
    }
    draw()
    const fit = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: newest.current.height ?? 220 }),
    )
    fit.observe(element)
    const stopTheme = watchTheme(draw)
    return () => {
      fit.disconnect()
      stopTheme()
      plot.current?.destroy()
      plot.current = null
    }
  }, [shape])
  useEffect(() => plot.current?.setData(toData(newest.current)), [x, series])

  // The table is the same vnode while the pointer moves, so that only the legend is updated.
  const table = useMemo(() => <Values {...props} />, [x, series])
  return (
    <figure>
      <div ref={place} class="plot" style={{ height: props.height ?? 220 }} aria-hidden="true" />
      <Legend {...props} at={pointed} />
      {table}
    </figure>
  )
}

const toXText = ({ isTime = true, formatX = formatNumber }: ChartProps, x: number) =>
  isTime ? formatTime(x * 1000) : formatX(x)

/** The names of the series, with their values at the index `at`. */
function Legend({ at, ...props }: ChartProps & { readonly at: number | null }) {
  const { x, series, format = formatNumber } = props
  const pointed = at === null ? undefined : x[at]
  return (
    <figcaption class="legend">
      {series.map(({ label, colour, dashed, values }) => (
        <span key={label}>
          <i class={`swatch c${colour}${dashed ? ' dashed' : ''}`} aria-hidden="true" /> {label}{' '}
          <b class="pointed">{at !== null && pointed !== undefined && toText(values[at], format)}</b>
        </span>
      ))}
      <span class="pointed at">{pointed !== undefined && toXText(props, pointed)}</span>
    </figcaption>
  )
}

const toText = (value: number | null | undefined, format: (value: number) => string) =>
  value == null ? '–' : format(value)

function Values(props: ChartProps) {
  const { label, x, xLabel, unit, series, format = formatNumber } = props
  const rows = x
    .map((value, index) => ({ value, index }))
    .slice(-200)
    .reverse()
  return (
    <details>
      <summary>Values of “{label}” as a table</summary>
      <Table
        label={label}
        rows={rows}
        keyOf={({ index }) => index}
        columns={[
          { title: xLabel, of: ({ value }) => toXText(props, value) },
          ...series.map((one) => ({
            title: `${one.label}, ${unit}`,
            right: true,
            of: ({ index }: { index: number }) => toText(one.values[index], format),
          })),
        ]}
      />
    </details>
  )
}

/** A time without data is a gap in the lines. Other values have no expected distance. */
function toData({ x, series, isTime = true, maxGap }: ChartProps): uPlot.AlignedData {
  const lines = series.map(({ values }) => values)
  const spaced = isTime ? breakGaps(x, lines, maxGap) : { x, values: lines }
  return [[...spaced.x], ...spaced.values.map((values) => [...values])]
}

/** Picks a horizontal value when the pointer is pressed, and at each move while the pointer remains pressed. */
function watchPicks(plot: uPlot, toPick: () => ChartProps['onPick']): void {
  const pick = ({ buttons, clientX }: PointerEvent) => {
    if (buttons % 2 === 1) toPick()?.(plot.posToVal(clientX - plot.over.getBoundingClientRect().left, 'x'))
  }
  plot.over.addEventListener('pointerdown', pick)
  plot.over.addEventListener('pointermove', pick)
}

/** Rounds the range of the values outward to powers of ten. */
function toDecades(_: uPlot, least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.floor(Math.log10(least || 1)), Math.ceil(Math.log10(most || 1))]
  return [10 ** low, 10 ** Math.max(high, low + 1)]
}

function drawMark({ ctx, bbox, valToPos }: uPlot, mark: number, colour: string): void {
  const x = Math.round(valToPos(mark, 'x', true))
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

type Hooks = { readonly toMark: () => number | undefined; readonly onPoint: (index: number | null) => void }

function toOptions(props: ChartProps, element: HTMLElement, { toMark, onPoint }: Hooks) {
  const { isTime = true, series, height = 220, bars, scatter = false, points = scatter, xRange, onPick } = props
  const { format = formatNumber, formatX } = props
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const axis = { stroke: colour('quiet'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false } }
  const paths = bars ? uPlot.paths.bars?.({ size: [0.8, 60] }) : undefined
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { points: { size: 6 }, ...(onPick && { drag: { x: false, y: false, setScale: false } }) },
    hooks: {
      draw: [
        (plot: uPlot) => {
          const mark = toMark()
          if (mark !== undefined) drawMark(plot, mark, colour('quiet'))
        },
      ],
      setCursor: [({ cursor }: uPlot) => onPoint(cursor.idx ?? null)],
    },
    scales: {
      x: { time: isTime, ...(xRange && { range: [xRange[0], xRange[1]] as [number, number] }) },
      ...(scatter && { y: { distr: 3 as const, range: toDecades } }),
      ...(bars && { y: { range: (_: uPlot, __: number, max: number) => [0, max * 1.08 || 1] as [number, number] } }),
    },
    axes: [
      {
        ...axis,
        size: 30,
        // The shortest distance between two labels: a time with seconds takes up to 60 pixels.
        space: 80,
        ...(formatX
          ? { values: (_: uPlot, ticks: number[]) => ticks.map(formatX) }
          : isTime && { values: (_: uPlot, ticks: number[]) => formatTicks(ticks) }),
      },
      // On a logarithmic scale, uPlot passes null for ticks without a label.
      {
        ...axis,
        size: (_: uPlot, labels: string[] | null) => Math.max(64, ...(labels ?? []).map((one) => 12 + 7 * one.length)),
        values: (_: uPlot, ticks: (number | null)[]) => ticks.map((tick) => (tick === null ? '' : format(tick))),
      },
    ],
    series: [
      {},
      ...series.map((one) => ({
        label: one.label,
        stroke: colour(`c${one.colour}`),
        width: 1.75,
        points: { show: points, size: 7 },
        ...(bars && { fill: colour(`c${one.colour}`) }),
        ...(paths && { paths }),
        ...(scatter && { paths: () => null }),
        ...(one.dashed && { dash: [5, 4] }),
      })),
    ],
  } satisfies uPlot.Options
}
