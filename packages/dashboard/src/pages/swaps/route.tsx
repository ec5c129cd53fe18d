import { formatFixedPercent, shorten } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import type { Token } from '../../data/prices.ts'
import { type Hop, type Path, toPaths } from '../../data/routePaths.ts'
import type { SwapQuestion } from '../../data/swapQuestion.ts'
import { Table } from '../../ui/table.tsx'

type RouteProps = { readonly hops: readonly Hop[]; readonly question: SwapQuestion; readonly tokens: readonly Token[] }

const rowHeight = 64
const nodeHeight = 26

/** Draws the paths of a swap: tokens are boxes, pools are lines between them. A table lists the pools. */
export function Route({ hops, question: { from, to }, tokens }: RouteProps) {
  const toSymbol = (address: string) => tokens.find((token) => token.address === address)?.symbol ?? shorten(address)
  const paths = toPaths(hops)
  const height = paths.length * rowHeight
  const text = paths
    .map(
      (path) =>
        `${formatFixedPercent(path.percent)} ${[from.symbol, ...path.hops.map((hop) => toSymbol(hop.to))].join(' to ')}`,
    )
    .join(', ')
  return (
    <>
      <svg class="route" height={height} role="img" aria-label={text}>
        <title>{text}</title>
        {paths.map((path, index) => (
          <PathRow key={index} path={path} y={(index + 0.5) * rowHeight} toSymbol={toSymbol} />
        ))}
        <Node x={0} y={height / 2} height={height - 12} text={from.symbol} />
        <Node x={1} y={height / 2} height={height - 12} text={to.symbol} />
      </svg>
      <details>
        <summary>Pools of the route as a table</summary>
        <Pools hops={hops} toSymbol={toSymbol} />
      </details>
    </>
  )
}

const toX = (share: number) => `${100 * share}%`

type ToSymbol = (address: string) => string
type PathRowProps = { readonly path: Path; readonly y: number; readonly toSymbol: ToSymbol }

function PathRow({ path: { percent, hops }, y, toSymbol }: PathRowProps) {
  const width = Math.max(2, (percent / 100) * 16)
  return (
    <g>
      <line x1="0%" x2="100%" y1={y} y2={y} stroke-width={width} />
      {hops.map(({ dex, pool }, index) => {
        const x = toX((index + 0.5) / hops.length)
        return (
          <g key={pool}>
            <text x={x} y={y - width / 2 - 5}>
              {toName(dex)}
            </text>
            {index === 0 && (
              <text x={x} y={y + width / 2 + 14} class="share">
                {formatFixedPercent(percent)}
              </text>
            )}
          </g>
        )
      })}
      {hops.slice(0, -1).map(({ to }, index) => (
        <Node key={to} x={(index + 1) / hops.length} y={y} height={nodeHeight} text={toSymbol(to)} />
      ))}
    </g>
  )
}

type NodeProps = { readonly x: number; readonly y: number; readonly height: number; readonly text: string }

/** A box with the symbol of a token, centered at a share of the width. The style sheet sets its width and centers it. */
function Node({ x, y, height, text }: NodeProps) {
  return (
    <g>
      <rect x={toX(x)} y={y - height / 2} height={height} rx="6" />
      <text x={toX(x)} y={y + 5}>
        {text}
      </text>
    </g>
  )
}

function Pools({ hops, toSymbol }: { readonly hops: readonly Hop[]; readonly toSymbol: ToSymbol }) {
  return (
    <Table
      label="Pools of the route"
      rows={hops}
      keyOf={(_, index) => index}
      columns={[
        { title: 'Share', right: true, of: ({ percent }) => formatFixedPercent(percent) },
        { title: 'From', of: ({ from }) => toSymbol(from) },
        { title: 'To', of: ({ to }) => toSymbol(to) },
        { title: 'DEX', of: ({ dex }) => toName(dex) },
        { title: 'Pool', of: ({ pool }) => <span class="mono">{pool}</span> },
      ]}
    />
  )
}
