import { expect, test } from 'vitest'
import { createDecoder } from '../decoder/decoder.ts'
import { createFunctionTable } from '../decoder/functionTable.ts'
import { alice, encode, token, word, zero } from '../fixtures/encode.ts'
import { protocols } from '../registry.ts'
import { allProtocols, archivedProtocols } from './index.ts'

const trade = encode(
  'trade(address,uint256,address,uint256,uint256,uint256,address,uint8,bytes32,bytes32,uint256)',
  ...[zero, 5n, token, 4n, 1n, 1n, alice, 27, word, word, 5n],
)

test('calls of archived protocols are decoded with the archive only', () => {
  const to = '0x8d12a197cb00d4747a1fe03395095ce2a5cc6819'
  const live = createDecoder({ chain: 'ethereum', protocols }).decode({ to, input: trade })
  expect(live.actions).toEqual([])
  expect(live.undecoded).toMatchObject([{ reason: 'unknownTarget', target: to }])
  const { actions, undecoded } = createDecoder({ chain: 'ethereum', protocols: allProtocols }).decode({
    to,
    input: trade,
  })
  expect(actions).toMatchObject([{ kind: 'swap', protocol: 'etherdelta', tokenOut: token, amountIn: 5n }])
  expect(undecoded).toEqual([])
})

test('the archive changes no call that is decoded without it', () => {
  const [live, archived] = [protocols, archivedProtocols].map((list) => createFunctionTable('ethereum', list))
  const shared = [...(archived?.contracts.keys() ?? [])].filter((address) => live?.contracts.has(address))
  expect(shared).toEqual([])
  const selectors = [...(archived?.atAnyAddress.keys() ?? [])].filter((one) => live?.atAnyAddress.has(one))
  expect(selectors).toEqual([])
})
