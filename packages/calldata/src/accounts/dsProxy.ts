import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Maker's proxy. It runs the code of a library by delegatecall. */
export const dsProxy = defineProtocol({
  id: 'ds_proxy',
  name: 'DSProxy',
  source: 'https://github.com/dapphub/ds-proxy/blob/master/src/proxy.sol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'execute(address,bytes)': (call) => call.delegate(call.address(0), call.bytes(1)),
    // The library is deployed for this call: its code is in the calldata.
    'execute(bytes,bytes)': (call) => call.undecoded('delegatecall', call.bytes(1)),
    'build()': otherAction,
    'build(address)': otherAction,
  }),
})
