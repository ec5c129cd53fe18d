import type { Address } from 'viem'
import type { Args } from '../decoder/args.ts'
import type { Call } from '../decoder/call.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

type Move = { readonly token: Address | null; readonly from: Address | null; readonly to: Address | null }

function move(call: Call, { token, from, to }: Move, amount: bigint | null): void {
  call.emit({ kind: 'transfer', token: call.toErc20(token), from, to, amount })
}

/** Emits transfers to the recipients in word `at`. The next word contains their amounts. */
function spread(call: Call, token: Address | null, at: number) {
  const [recipients, amounts] = [call.list(at), call.list(at + 1)]
  if (recipients.length === 0 || recipients.length !== amounts.length) return call.reject()
  for (let i = 0; i < recipients.length; i++)
    move(call, { token, from: call.to, to: recipients.address(i) }, amounts.uint(i))
}

/** Emits transfers from structs of `words` words: token (unless one is given for all), recipient and amount. */
function pay(call: Call, list: Args, words: 2 | 3, token: Address | null): void {
  if (list.length === 0) call.reject()
  for (let i = 0; i < list.length; i++) {
    const item = list.inline(i * words)
    const to = item.address(words - 2)
    move(call, { token: words === 3 ? item.address(0) : token, from: call.to, to }, item.uint(words - 1))
  }
}

/** Emits transfers from the deposit addresses in word `at` to this contract. */
function collect(call: Call, token: Address | null, at: number): void {
  const list = call.list(at)
  if (list.length === 0) call.reject()
  for (let i = 0; i < list.length; i++) move(call, { token, from: list.address(i), to: call.to }, null)
}

/** Emits the transfer of a deposit address's balance. */
const forward =
  (token?: number): Decode =>
  (call) =>
    move(call, { token: token === undefined ? null : call.address(token), from: call.to, to: null }, null)

/** Wallets of exchanges and custodians, with their own functions to collect deposits and to pay out. */
export const exchangeWallets = defineProtocol({
  id: 'exchange_wallet',
  name: 'Wallets of exchanges',
  source: 'https://github.com/BitGo/eth-multisig-v4',
  contracts: [],
  atAnyAddress: defineFunctions({
    // Bittrex, Upbit and others, whose controller knows the receiver.
    'sweep(address,uint256)': (call) => move(call, { token: call.address(0), from: call.to, to: null }, call.uint(1)),
    // Kraken, since the fork of 2016: ether goes on to the receiver of this side.
    'split()': (call) => {
      if (call.value === 0n) call.reject()
      move(call, { token: null, from: call.from, to: null }, call.value)
    },
    // BitGo's forwarders.
    'flush()': forward(),
    'flushTokens(address)': forward(0),
    'flushForwarderTokens(address,address)': (call) =>
      move(call, { token: call.address(1), from: call.address(0), to: call.to }, null),
    // Gemini.
    'sweepEther(address[])': (call) => collect(call, null, 0),
    'sweepERC20(address,address[])': (call) => collect(call, call.address(0), 1),
    'transferEther(address[],uint256[])': (call) => spread(call, null, 0),
    'transferERC20(address,address[],uint256[])': (call) => spread(call, call.address(0), 1),
    // Coinbase: structs, then the gas for each; the names are not published.
    '0x1a1da075': (call) => pay(call, call.list(0, 2), 2, null),
    '0x45c23df2': (call) => pay(call, call.list(1, 2), 2, call.address(0)),
    '0xca350aa6': (call) => pay(call, call.list(0, 3), 3, null),
  }),
})
