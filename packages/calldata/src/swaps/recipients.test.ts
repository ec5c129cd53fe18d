import type { ChainName } from '@outrigger/core'
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { expect, it } from 'vitest'
import { alice, decode, encode, collection as given, token as wanted } from '../fixtures/encode.ts'

type Router = readonly [name: string, router: Address, encode: (recipient: Address) => Hex, chain?: ChainName]

const path = `${given}000bb8${wanted.slice(2)}` as const
const swapRouter = '0xe592427a0aece92de3edee1f18e0157c05861564'
const swapRouter02 = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const smartRouter = '0x13f4ea83d0bd40e75c8222255bc855a974568dd4'
const universalRouter = '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad'
const withDeadline = '((address,address,uint24,address,uint256,uint256,uint256,uint160))'
const without = '((address,address,uint24,address,uint256,uint256,uint160))'
const pairSwap = parseAbiParameters('address, uint256, uint256, address[], bool')
const poolSwap = parseAbiParameters('address, uint256, uint256, bytes, bool')

const toPlan = (command: Hex, input: Hex) => encode('execute(bytes,bytes[],uint256)', command, [input], 9n)

// SwapRouter: zero is the router, as its pools may pay it before it unwraps. One and two are accounts like any other.
const first: readonly Router[] = [
  [
    'exactInputSingle',
    swapRouter,
    (to) => encode(`exactInputSingle${withDeadline}`, [given, wanted, 500, to, 9n, 5n, 4n, 0n]),
  ],
  [
    'exactOutputSingle',
    swapRouter,
    (to) => encode(`exactOutputSingle${withDeadline}`, [given, wanted, 500, to, 9n, 4n, 5n, 0n]),
  ],
  [
    'exactInput',
    swapRouter,
    (to) => encode('exactInput((bytes,address,uint256,uint256,uint256))', [path, to, 9n, 5n, 4n]),
  ],
  [
    'exactOutput',
    swapRouter,
    (to) => encode('exactOutput((bytes,address,uint256,uint256,uint256))', [path, to, 9n, 4n, 5n]),
  ],
  [
    'Slipstream',
    '0xbe6d8f0d05cc4be24d5167a3ef062215be6d18a5',
    (to) =>
      encode('exactInputSingle((address,address,int24,address,uint256,uint256,uint256,uint160))', [
        given,
        wanted,
        1,
        to,
        9n,
        5n,
        4n,
        0n,
      ]),
    'base',
  ],
  [
    'Algebra',
    '0x1f721e2e82f6676fce4ea07a5958cf098d339e18',
    (to) =>
      encode('exactInputSingle((address,address,address,uint256,uint256,uint256,uint160))', [
        given,
        wanted,
        to,
        9n,
        5n,
        4n,
        0n,
      ]),
    'arbitrum',
  ],
]

// SwapRouter02 and Universal Router: one is the sender, two the router, and zero nobody.
const second: readonly Router[] = [
  [
    'exactInputSingle',
    swapRouter02,
    (to) => encode(`exactInputSingle${without}`, [given, wanted, 500, to, 5n, 4n, 0n]),
  ],
  [
    'exactOutputSingle',
    swapRouter02,
    (to) => encode(`exactOutputSingle${without}`, [given, wanted, 500, to, 4n, 5n, 0n]),
  ],
  ['exactInput', swapRouter02, (to) => encode('exactInput((bytes,address,uint256,uint256))', [path, to, 5n, 4n])],
  ['exactOutput', swapRouter02, (to) => encode('exactOutput((bytes,address,uint256,uint256))', [path, to, 4n, 5n])],
  [
    'pairs',
    swapRouter02,
    (to) => encode('swapExactTokensForTokens(uint256,uint256,address[],address)', 5n, 4n, [given, wanted], to),
  ],
  [
    'stable pools',
    smartRouter,
    (to) =>
      encode('exactInputStableSwap(address[],uint256[],uint256,uint256,address)', [given, wanted], [2n], 5n, 4n, to),
    'bsc',
  ],
  [
    'V3_SWAP_EXACT_IN',
    universalRouter,
    (to) => toPlan('0x00', encodeAbiParameters(poolSwap, [to, 5n, 4n, path, true])),
  ],
  [
    'V2_SWAP_EXACT_OUT',
    universalRouter,
    (to) => toPlan('0x09', encodeAbiParameters(pairSwap, [to, 4n, 5n, [given, wanted], true])),
  ],
]

const [zero, one, two] = [0, 1, 2].map((n) => `0x${String(n).padStart(40, '0')}`) as [Address, Address, Address]
const byName = (routers: readonly Router[]) => routers.map((router) => [router[0], router] as const)
const recipients = (router: Address, toInput: Router[2], chain: ChainName = 'ethereum') =>
  [zero, one, two].map((recipient) => decode(router, toInput(recipient), 0n, chain).find(({ kind }) => kind === 'swap'))

it.each(byName(first))('SwapRouter and its forks, %s: zero is the router', (_, [, router, toInput, chain]) => {
  expect(recipients(router, toInput, chain)).toMatchObject([
    { recipient: router },
    { recipient: one },
    { recipient: two },
  ])
})

it.each(byName(second))(
  'SwapRouter02 and Universal Router, %s: one is the sender, two the router',
  (_, [, router, toInput, chain]) => {
    expect(recipients(router, toInput, chain)).toMatchObject([
      { recipient: zero },
      { recipient: alice },
      { recipient: router },
    ])
  },
)

it('a plan of SwapProxy: one is the proxy, which brings the token of the sender', () => {
  const proxy = '0x02e5be68d46dac0b524905bff209cf47ee6db2a9'
  const execute = 'execute(address,address,uint256,bytes,bytes[],uint256)'
  const found = [one, alice].map((to) => {
    const input = encodeAbiParameters(pairSwap, [to, 5n, 4n, [given, wanted], false])
    return decode(proxy, encode(execute, universalRouter, given, 5n, '0x08', [input], 9n))
  })
  const brought = { kind: 'transfer', token: given, from: alice, to: universalRouter, amount: 5n }
  expect(found).toMatchObject([
    [brought, { kind: 'swap', payer: universalRouter, recipient: proxy }],
    [brought, { kind: 'swap', payer: universalRouter, recipient: alice }],
  ])
})

it('payouts of Universal Router: one is the sender, two the router, zero nobody', () => {
  const unwrap = parseAbiParameters('address, uint256')
  const found = [zero, one, two].flatMap((to) =>
    decode(universalRouter, toPlan('0x0c', encodeAbiParameters(unwrap, [to, 4n]))),
  )
  expect(found).toMatchObject([{ recipient: zero }, { recipient: alice }, { recipient: universalRouter }])
})
