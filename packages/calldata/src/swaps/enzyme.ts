import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** Enzyme. A fund's manager trades through an adapter. The arguments contain the adapter and its function. */
export const enzyme = defineProtocol({
  id: 'enzyme',
  name: 'Enzyme',
  source: 'https://github.com/enzymefinance/protocol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'callOnExtension(address,uint256,bytes)': (call) => {
      const action = call.inside(call.bytes(2))
      // takeOrder(address,bytes,bytes): each exchange encodes tokens and amounts in its own format.
      if (call.uint(1) === 0n && action.word(1).startsWith('0x03e38a2b')) call.swap({})
      else otherAction(call)
    },
  }),
})
