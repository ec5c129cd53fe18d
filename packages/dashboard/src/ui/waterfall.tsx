import { Table } from './table.tsx'

/** A part of a sum. The parts in order add up to the total. */
export type Term = { readonly name: string; readonly value: number }
type WaterfallProps = {
  readonly label: string
  readonly unit: string
  readonly terms: readonly Term[]
  /** Name of the sum of all terms. */
  readonly total: string
  readonly format: (value: number) => string
}

/** A term with the sums before and after it. */
export type Step = Term & { readonly from: number; readonly to: number }

/**
 * Returns each term with the sum before and after it, and the total from 0.
 *
 * @example toSteps([{ name: 'sale', value: 10 }, { name: 'gas', value: -3 }], 'net').at(-1) // { name: 'net', value: 7, from: 0, to: 7 }
 */
export function toSteps(terms: readonly Term[], total: string): readonly Step[] {
  let sum = 0
  const steps = terms.map((term) => {
    const from = sum
    sum += term.value
    return { ...term, from, to: sum }
  })
  return [...steps, { name: total, value: sum, from: 0, to: sum }]
}

/** A waterfall chart: each bar begins where the one above ends, and the last bar is the total. */
export function Waterfall({ label, unit, terms, total, format }: WaterfallProps) {
  const steps = toSteps(terms, total)
  const ends = steps.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const toX = (value: number) => (high === low ? 0 : (100 * (value - low)) / (high - low))
  return (
    <Table
      label={label}
      rows={steps}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Part', of: ({ name }) => (name === total ? <strong>{name}</strong> : name) },
        {
          title: unit,
          right: true,
          of: ({ name, value }) => (name === total ? <strong>{format(value)}</strong> : format(value)),
        },
        {
          title: 'Running sum',
          of: ({ name, from, to, value }) => (
            <svg class="bar-of waterfall" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <line x1={toX(0)} x2={toX(0)} y1="0" y2="8" />
              <rect
                x={toX(Math.min(from, to))}
                width={Math.max(0.4, toX(Math.max(from, to)) - toX(Math.min(from, to)))}
                height="8"
                class={name === total ? '' : value < 0 ? 'bad' : 'good'}
              />
            </svg>
          ),
        },
      ]}
    />
  )
}
