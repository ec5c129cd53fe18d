import type { Args, Span } from '../decoder/args.ts'
import { Call } from '../decoder/call.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

const most = 2n ** 256n - 1n
/**
 * Limit of nested flash loans. The spells of a flash loan may contain flash loans, but no real transaction nests
 * deeper.
 */
const maxDepth = 12

/** Protocol of each connector name (`AAVE-V2-A`), by the hex digits of the first letters. */
const connectors = [
  ['AAVE-V1', 'aave_v1'],
  ['AAVE-V2', 'aave_v2'],
  ['AAVE-V3', 'aave_v3'],
  ['COMPOUND-V3', 'compound_v3'],
  ['COMPOUND', 'compound_v2'],
  ['SPARK', 'spark'],
  ['MORPHO', 'morpho'],
  ['1INCH', '1inch'],
  ['PARASWAP', 'paraswap'],
  ['UNISWAP-V3', 'uniswap_v3'],
  ['UNISWAP', 'uniswap_v2'],
].map(([name = '', protocol = '']) => [
  Array.from(name, (letter) => letter.charCodeAt(0).toString(16)).join(''),
  protocol,
]) as readonly (readonly [prefix: string, protocol: string])[]

const amountAt = (call: Call, index: number) => {
  const amount = call.uint(index)
  return amount === most ? null : amount
}

function lending(event: 'supply' | 'withdraw' | 'borrow' | 'repay'): Decode {
  return (call) =>
    call.emit({
      kind: 'lending',
      event,
      asset: call.toToken(call.address(0)),
      amount: amountAt(call, 1),
      account: call.to,
    })
}

/**
 * Decodes a trade. The first two arguments are the tokens bought and sold. The other side is limited by a rate
 * (`unitAmt`), so only the exact amount is known.
 */
function trade(exact: 'in' | 'out', amount: number): Decode {
  return (call) =>
    call.swap({
      exact,
      tokenIn: call.address(1),
      tokenOut: call.address(0),
      [exact === 'in' ? 'amountIn' : 'amountOut']: amountAt(call, amount),
      recipient: call.to,
    })
}

/** The spells in the data use the borrowed tokens. */
const flashBorrow: Decode = (call) => {
  call.emit({ kind: 'flashloan', assets: [call.address(0)], amounts: [call.uint(1)], receiver: call.to })
  cast(call, call.inside(call.bytes(3)))
}
const flashMultiBorrow: Decode = (call) => {
  call.emit({ kind: 'flashloan', assets: call.addresses(0), amounts: call.uints(1), receiver: call.to })
  cast(call, call.inside(call.bytes(3)))
}

/** Functions that many connectors share. */
const spells = defineFunctions({
  'deposit(address,uint256,uint256,uint256)': lending('supply'),
  'withdraw(address,uint256,uint256,uint256)': lending('withdraw'),
  'borrow(address,uint256,uint256,uint256)': lending('borrow'),
  'borrow(address,uint256,uint256,uint256,uint256)': lending('borrow'),
  'payback(address,uint256,uint256,uint256)': lending('repay'),
  'payback(address,uint256,uint256,uint256,uint256)': lending('repay'),
  'sell(address,address,uint256,uint256,uint256,uint256)': trade('in', 2),
  'sell(address,address,uint256,uint256,bytes,uint256)': trade('in', 2),
  'sell(address,address,uint24,uint256,uint256,uint256,uint256)': trade('in', 4),
  'buy(address,address,uint256,uint256,uint256,uint256)': trade('out', 2),
  'buy(address,address,uint24,uint256,uint256,uint256,uint256)': trade('out', 4),
  'flashBorrowAndCast(address,uint256,uint256,bytes)': flashBorrow,
  'flashBorrowAndCast(address,uint256,uint256,bytes,bytes)': flashBorrow,
  'flashMultiBorrowAndCast(address[],uint256[],uint256,bytes)': flashMultiBorrow,
  'flashMultiBorrowAndCast(address[],uint256[],uint256,bytes,bytes)': flashMultiBorrow,
})

/** A spell runs as the account, by delegatecall to its connector. */
function run(call: Call, span: Span, protocol: string): void {
  const selector = `0x${call.digits(span).slice(0, 8)}` as const
  const spell = spells.get(selector)
  const depth = call.frame.depth + 1
  if (depth > maxDepth) call.undecoded('tooDeep', span, selector)
  else if (spell === undefined) call.undecoded('unknownFunction', span, selector)
  else
    spell.decode(
      new Call(call.state, { ...call.frame, ...span, base: span.start + 8, protocol, function: spell.name, depth }),
    )
}

/** Decodes spells of version 2. Their names are those of Instadapp's registry, so they identify its connectors. */
function cast(call: Call, args: Args): void {
  const [targets, datas] = [args.list(0), args.list(1)]
  if (targets.length !== datas.length) {
    call.reject()
    return
  }
  for (let i = 0; i < targets.length; i++) {
    const name = args.digits(targets.bytes(i))
    run(call, datas.bytes(i), connectors.find(([prefix]) => name.startsWith(prefix))?.[1] ?? instadapp.id)
  }
}

/** Decodes smart accounts whose spells contain the names (version 2) or the addresses (version 1) of connectors. */
export const instadapp = defineProtocol({
  id: 'instadapp',
  name: 'Instadapp DSA',
  source: 'https://github.com/Instadapp/dsa-connectors',
  contracts: [],
  atAnyAddress: defineFunctions({
    'cast(string[],bytes[],address)': (call) => cast(call, call),
    'cast(address[],bytes[],address)': (call) => {
      const [targets, datas] = [call.list(0), call.list(1)]
      if (targets.length !== datas.length) return call.reject()
      for (let i = 0; i < targets.length; i++) call.delegate(targets.address(i), datas.bytes(i))
    },
    'build(address,uint256,address)': otherAction,
  }),
})
