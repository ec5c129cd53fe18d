import { swapChains } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { useUnknown } from '../data/outages.ts'
import { readTokens, type Token } from '../data/prices.ts'
import { useReading } from '../data/reading.ts'
import { type SwapQuestion, toUnits } from '../data/swapQuestion.ts'
import { Input } from '../ui/input.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { Panel } from '../ui/panel.tsx'
import type { PageProps } from './page.ts'
import { Quote } from './swaps/quote.tsx'

/** Quotes a swap and draws its route. Sends nothing. */
export function Swaps({ rest: [wanted] }: PageProps) {
  return (
    <OfChain page="swaps" possible={swapChains} wanted={wanted}>
      {(chain) => <SwapsOf key={chain} chain={chain} />}
    </OfChain>
  )
}

function SwapsOf({ chain }: { readonly chain: string }) {
  const unknown = useUnknown(chain)
  const [question, setQuestion] = useState<SwapQuestion>()
  const reading = useReading(() => readTokens(chain), { everyMs: 600_000 })
  return (
    <div class="stack">
      <Panel
        title="Swap"
        note="The page only computes quotes. It neither signs nor sends anything."
        reading={reading}
        staleMs={1_200_000}
        empty={(tokens) => tokens.length < 2 && (unknown ?? `Fewer than two listed tokens exist on ${chain}.`)}
      >
        {(tokens) => <SwapForm chain={chain} tokens={tokens} onAsk={setQuestion} />}
      </Panel>
      {question && <Quote key={JSON.stringify(question)} question={question} tokens={reading.data ?? []} />}
    </div>
  )
}

type SwapFormProps = {
  readonly chain: string
  readonly tokens: readonly Token[]
  readonly onAsk: (question: SwapQuestion) => void
}

function SwapForm({ chain, tokens, onAsk }: SwapFormProps) {
  const [sold, setSold] = useState(tokens[0]?.address)
  const [bought, setBought] = useState((tokens.find(({ symbol }) => symbol === 'USDC') ?? tokens[1])?.address)
  const [amount, setAmount] = useState('1')
  const [slippage, setSlippage] = useState('0.5')
  const [from, to] = [sold, bought].map((address) => tokens.find((token) => token.address === address))
  const units = from && toUnits(amount, from.decimals)
  const submit = (event: Event) => {
    event.preventDefault()
    if (from && to && units) onAsk({ chain, from, to, amount: units, slippage: Number(slippage) })
  }
  return (
    <form class="tools" onSubmit={submit}>
      <TokenChoice label="Sell" tokens={tokens} value={sold} except={bought} onChange={setSold} />
      <Input label="Amount" value={amount} onChange={setAmount} pattern="\d+(\.\d*)?" required />
      <TokenChoice label="Buy" tokens={tokens} value={bought} except={sold} onChange={setBought} />
      <Input
        label="Slippage, %"
        type="number"
        value={slippage}
        onChange={setSlippage}
        min={0}
        max={100}
        step="any"
        required
      />
      <button type="submit" disabled={units === undefined}>
        Get a quote
      </button>
      {from && units === undefined && (
        <p class="failure">
          Enter an amount above 0 with at most {from.decimals} decimals, with a point before the decimals.
        </p>
      )}
    </form>
  )
}

type TokenChoiceProps = {
  readonly label: string
  readonly tokens: readonly Token[]
  readonly value: string | undefined
  /** The token on the other side of the swap, which cannot be chosen. */
  readonly except: string | undefined
  readonly onChange: (address: string) => void
}

function TokenChoice({ label, tokens, value, except, onChange }: TokenChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {tokens.map(({ address, symbol, name }) => (
          <option key={address} value={address} disabled={address === except}>
            {symbol}, {name}
          </option>
        ))}
      </select>
    </label>
  )
}
