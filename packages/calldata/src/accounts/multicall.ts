import type { Decode } from '../decoder/protocol.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { everywhere } from './everywhere.ts'
import { callStructs, enterEach } from './innerCalls.ts'

const call = '(address,bytes)[]'
const plain = { to: 0, data: 1 }
const valued = '(address,bool,uint256,bytes)[]'
const withValue = { to: 0, allowsFailure: 1, value: 2, data: 3 }
const all: Decode = callStructs(0, plain)
/** Decodes a list of calls. If the first word is true, all of them must succeed. */
const tryAll: Decode = (call) => enterEach(call, call.list(1), plain, !call.bool(0))

/** Functions of Multicall, Multicall2 and Multicall3. Other addresses have them as well. */
const functions = defineFunctions({
  [`aggregate(${call})`]: all,
  [`blockAndAggregate(${call})`]: all,
  [`tryAggregate(bool,${call})`]: tryAll,
  [`tryBlockAndAggregate(bool,${call})`]: tryAll,
  'aggregate3((address,bool,bytes)[])': callStructs(0, { to: 0, allowsFailure: 1, data: 2 }),
  [`aggregate3Value(${valued})`]: callStructs(0, withValue),
  // Relay's routers, and the proxies that bring them the user's tokens.
  [`multicall(${valued},address,address)`]: callStructs(0, withValue),
  [`multicall(${valued},address,address,bytes)`]: callStructs(0, withValue),
  [`transferAndMulticall(address[],uint256[],${valued},address,address)`]: callStructs(2, withValue),
  [`transferAndMulticall(address[],uint256[],${valued},address,address,bytes)`]: callStructs(2, withValue),
})

export const multicall3 = defineProtocol({
  id: 'multicall3',
  name: 'Multicall3',
  source: 'https://github.com/mds1/multicall3',
  contracts: [
    {
      name: 'Multicall3',
      addresses: everywhere('0xca11bde05977b3631167028862be2a173976ca11'),
      functions,
    },
    {
      name: 'Multicall and Multicall2',
      addresses: {
        ethereum: ['0xeefba1e63905ef1d7acba5a8513c70307c1ce441', '0x5ba1e12693dc8f9c48aad8770482f4739beed696'],
      },
      functions,
    },
  ],
  atAnyAddress: functions,
})
