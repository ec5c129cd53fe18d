import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const taker = '(bool,address,uint256,uint256,uint256,bytes)'
const maker =
  '(bool,address,address,uint256,uint256,uint256,address,address,uint256,uint256,uint256,uint256,bytes,uint8,bytes32,bytes32)'

/** Decodes a match. It uses the taker's token id, because a maker may bid for any token of a collection. */
function match(call: Call, isMakerSelling: boolean): void {
  const [take, make] = [call.tuple(0), call.tuple(1)]
  const [from, to] = isMakerSelling ? [make.address(1), take.address(1)] : [take.address(1), make.address(1)]
  call.emit({ kind: 'nft', event: 'trade', collection: make.address(2), tokenId: take.uint(3), from, to })
}

const taker2 = '(address,bytes)'
const maker2 =
  '(uint8,uint256,uint256,uint256,uint256,uint8,address,address,address,uint256,uint256,uint256,uint256[],uint256[],bytes)'
const merkle = '(bytes32,(bytes32,uint8)[])'

/** V2 makers: collection 6, signer 8, item ids 12. */
function make2(call: Call, make: Args, isMakerSelling: boolean): void {
  const ids = make.list(12)
  const signer = make.address(8)
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: make.address(6),
    tokenId: ids.length > 0 ? ids.uint(0) : null,
    from: isMakerSelling ? signer : call.from,
    to: isMakerSelling ? call.from : signer,
  })
}

function multiple(call: Call): void {
  const makers = call.list(1)
  for (let i = 0; i < makers.length; i++) make2(call, makers.tuple(i), true)
}

export const looksRareV2 = '0x0000000000e655fae4d56241588680f86e3b2377'

export const looksRare = defineProtocol({
  id: 'looksrare',
  name: 'LooksRare',
  source: 'https://docs.looksrare.org/developers/deployed-contract-addresses',
  contracts: [
    {
      name: 'LooksRareExchange',
      addresses: deployedOn(['ethereum'], '0x59728544b08ab483533076417fbbb2fd0b17ce3a', looksRareV2),
      functions: defineFunctions({
        [`executeTakerBid(${taker2},${maker2},bytes,${merkle},address)`]: (call) => make2(call, call.tuple(1), true),
        [`executeTakerAsk(${taker2},${maker2},bytes,${merkle},address)`]: (call) => make2(call, call.tuple(1), false),
        [`executeMultipleTakerBids(${taker2}[],${maker2}[],bytes[],${merkle}[],address,bool)`]: multiple,
        ...each(
          emitNft('order'),
          'cancelAllOrdersForSender(uint256)',
          'cancelMultipleMakerOrders(uint256[])',
          'cancelOrderNonces(uint256[])',
          'cancelSubsetNonces(uint256[])',
          'incrementBidAskNonces(bool,bool)',
        ),
      }),
    },
  ],
  // Version 1 runs at other addresses for other chains' markets, as Joepegs.
  atAnyAddress: defineFunctions({
    ...each(
      (call) => match(call, true),
      `matchAskWithTakerBid(${taker},${maker})`,
      ...['ETHAndWETH', 'AVAXAndWAVAX'].map((pair) => `matchAskWithTakerBidUsing${pair}(${taker},${maker})`),
    ),
    [`matchBidWithTakerAsk(${taker},${maker})`]: (call) => match(call, false),
  }),
})
