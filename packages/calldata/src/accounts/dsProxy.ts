import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { delegate } from './innerCalls.ts'

/** Maker's proxy: runs the code of a library as itself. */
export const dsProxy = defineProtocol({
  id: 'ds_proxy',
  name: 'DSProxy',
  source: 'https://github.com/dapphub/ds-proxy/blob/master/src/proxy.sol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'execute(address,bytes)': (call) => delegate(call, call.address(0), call.bytes(1)),
    // The calldata contains the library's code, so only the function is known.
    'execute(bytes,bytes)': (call) => delegate(call, call.to, call.bytes(1)),
    'build()': otherAction,
    'build(address)': otherAction,
  }),
})
