import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'

/** A fund's manager acts through an adapter, named beside the function that is asked of it. */
export const enzyme = defineProtocol({
  id: 'enzyme',
  name: 'Enzyme',
  source: 'https://github.com/enzymefinance/protocol',
  contracts: [],
  atAnyAddress: defineFunctions({
    'callOnExtension(address,uint256,bytes)': (call) => {
      const asked = call.inside(call.bytes(2))
      // takeOrder(address,bytes,bytes): what is traded stands in each exchange's own form.
      if (call.uint(1) === 0n && asked.word(1).startsWith('0x03e38a2b')) call.swap({})
      else call.emit({ kind: 'other' })
    },
  }),
})
