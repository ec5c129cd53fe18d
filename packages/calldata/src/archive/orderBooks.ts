import type { Call } from '../decoder/call.ts'
import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Decodes a match whose orders are packed or identified only by number. */
const matched: Decode = (call) => call.swap({})

/**
 * Decodes orders as rows of addresses (owner, tokenS, …) and of numbers (amountS, amountB, …). The first order buys
 * the token that the second one sells.
 */
function ring(call: Call, addressWords: number, numberWords: number) {
  const [addresses, numbers] = [call.list(0, addressWords), call.list(1, numberWords)]
  if (addresses.length < 2 || numbers.length !== addresses.length) return call.reject()
  call.swap({
    tokenIn: addresses.address(1),
    tokenOut: addresses.address(addressWords + 1),
    amountIn: numbers.uint(0),
    amountOut: numbers.uint(1),
    recipient: addresses.address(0),
  })
}

const signatures = 'bool[],uint8[],bytes32[],bytes32[]'

/** Loopring v1 and v2. Version 3 is a rollup and is listed with the bridges. */
export const loopring = defineProtocol({
  id: 'loopring_v2',
  name: 'Loopring v1 and v2',
  source: 'https://github.com/Loopring/protocols/tree/master/packages',
  contracts: [],
  atAnyAddress: defineFunctions({
    [`submitRing(address[2][],uint256[7][],uint8[2][],${signatures},address,address)`]: (call) => ring(call, 2, 7),
    [`submitRing(address[3][],uint256[7][],uint8[1][],${signatures},uint256,uint16)`]: (call) => ring(call, 3, 7),
    [`submitRing(address[4][],uint256[6][],uint8[1][],${signatures},address,uint16)`]: (call) => ring(call, 4, 6),
    'submitRings(bytes)': matched,
  }),
})

const order = '(uint8,uint128,address,uint8,uint8,uint64,bool,uint64,uint64,string,uint8,uint8,uint64,bytes)'
const trade = '(string,string,address,address,uint64,uint64,uint64,uint64,address,address,uint64,uint64,uint64,uint8)'

/** IDEX. Version 1 has EtherDelta's functions. */
export const idex = defineProtocol({
  id: 'idex',
  name: 'IDEX v2',
  source: 'https://github.com/idexio/idex-contracts-silverton',
  contracts: [],
  atAnyAddress: defineFunctions({
    // A trade names base and quote by symbol, then by address.
    [`executeTrade(${order},${order},${trade})`]: (call) => {
      const named = call.tuple(2)
      call.swap({ tokenIn: named.address(3), tokenOut: named.address(2) })
    },
  }),
})

export const joyso = defineProtocol({
  id: 'joyso',
  name: 'Joyso',
  source: 'https://etherscan.io/address/0x04f062809b244e37e7fdc21d9409469c989c2342',
  contracts: [],
  atAnyAddress: defineFunctions(
    each(matched, 'matchByAdmin_TwH36(uint256[])', 'matchTokenOrderByAdmin_k44j(uint256[])'),
  ),
})

/**
 * DEx.top. The lowest 16 bits of the first word of each operation are its code. Operations settle deposits and
 * withdrawals, and match orders.
 */
export const dexTop = defineProtocol({
  id: 'dex_top',
  name: 'DEx.top',
  source: 'https://etherscan.io/address/0x7600977eb9effa627d6bd0da2e5be35e11566341',
  contracts: [],
  atAnyAddress: defineFunctions({
    'exeSequence(uint256,uint256[])': (call) => {
      const words = call.list(1)
      for (let i = 0; i < words.length; i++) if (words.word(i).endsWith('de03')) return matched(call)
      otherAction(call)
    },
  }),
})
