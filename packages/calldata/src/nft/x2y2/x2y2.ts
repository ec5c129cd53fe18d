import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const order =
  '(uint256,address,uint256,uint256,uint256,uint256,address,bytes,(uint256,bytes)[],bytes32,bytes32,uint8,uint8)'
const shared = '(uint256,uint256,uint256,uint256,address,bool)'
const detail = '(uint8,uint256,uint256,uint256,bytes32,address,bytes,uint256,uint256,uint256,(uint256,address)[])'

/**
 * Decodes purchases. Order words: user 1, data mask 7, items 8. A detail contains the indices of its order and item
 * (words 1, 2). An item's data is a list of (token, id) pairs. A mask marks the ids that the buyer fills in.
 */
function run(call: Call): void {
  const input = call.tuple(0)
  const [orders, details] = [input.list(0), input.list(1)]
  for (let i = 0; i < details.length; i++) {
    const detail = details.tuple(i)
    const [orderIndex, itemIndex] = [detail.number(1), detail.number(2)]
    if (orderIndex >= orders.length) {
      call.reject()
      return
    }
    const order = orders.tuple(orderIndex)
    const items = order.list(8)
    if (itemIndex >= items.length) {
      call.reject()
      return
    }
    const data = items.tuple(itemIndex).bytes(1)
    const pairs = call.inside(data).list(0, 2)
    const isMasked = detail.bytes(6).end > detail.bytes(6).start
    const isSale = detail.number(0) === 1
    const [user, taker] = [order.address(1), input.address(6)]
    call.emit({
      kind: 'nft',
      event: 'trade',
      collection: pairs.length > 0 ? pairs.address(0) : null,
      tokenId: pairs.length > 0 && !isMasked ? pairs.uint(1) : null,
      from: isSale ? user : taker,
      to: isSale ? taker : user,
    })
  }
}

export const x2y2 = defineProtocol({
  id: 'x2y2',
  name: 'X2Y2',
  source: 'https://etherscan.io/address/0x74312363e45dcaba76c59ec49a7aa8a65a67eed3#code',
  contracts: [
    {
      name: 'X2Y2_r1',
      addresses: deployedOn(['ethereum'], '0x74312363e45dcaba76c59ec49a7aa8a65a67eed3'),
      functions: defineFunctions({
        [`run((${order}[],${detail}[],${shared},bytes32,bytes32,uint8))`]: run,
        ...each(emitNft('order'), 'cancel(bytes32[],uint256,uint8,bytes32,bytes32)'),
      }),
    },
  ],
})
