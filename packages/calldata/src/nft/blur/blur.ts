import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { deployedOn } from '../../decoder/deployedOn.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { emitNft } from '../emitNft.ts'

const order =
  '(address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes)'
const input = `(${order},uint8,bytes32,bytes32,bytes,uint8,uint256)`

/**
 * Decodes an execution. Order words: trader 0, collection 3, token 4. Reports the token of the sell order, because the
 * token of a bid for a whole collection is zero.
 */
function execution(call: Call, sell: Args, buy: Args): void {
  const [ask, bid] = [sell.tuple(0), buy.tuple(0)]
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: ask.address(3),
    tokenId: ask.uint(4),
    from: ask.address(0),
    to: bid.address(0),
  })
}

function bulkExecute(call: Call): void {
  const list = call.list(0)
  for (let i = 0; i < list.length; i++) execution(call, list.tuple(i).tuple(0), list.tuple(i).tuple(1))
}

const order2 = '(address,address,bytes32,uint256,uint256,uint8,(address,uint16),uint256)'
const exchange2 = '(uint256,bytes32[],(uint256,uint256,uint256,uint256),(uint256,uint256))'
const fee = '(address,uint16)'
const ask = `(${order2}[],${exchange2}[],${fee},bytes,address)`
const askSingle = `(${order2},${exchange2},${fee},bytes,address)`
const bid = `(${order2}[],${exchange2}[],${fee},bytes)`
const bidSingle = `(${order2},${exchange2},${fee},bytes)`

/** V2: an order is 9 static words (trader 0, collection 1); an exchange has its order (0), a listing (2-5) and the token and amount taken (6, 7). */
function trade2(call: Call, order: Args, exchange: Args, isBid: boolean): void {
  const maker = order.address(0)
  call.emit({
    kind: 'nft',
    event: 'trade',
    collection: order.address(1),
    tokenId: exchange.uint(6),
    from: isBid ? call.from : maker,
    to: isBid ? maker : call.from,
  })
}

function many2(call: Call, isBid: boolean): void {
  const inputs = call.tuple(0)
  const [orders, exchanges] = [inputs.list(0, 9), inputs.list(1)]
  for (let i = 0; i < exchanges.length; i++) {
    const exchange = exchanges.tuple(i)
    const index = exchange.number(0)
    if (index < orders.length) trade2(call, orders.inline(index * 9), exchange, isBid)
    else call.reject()
  }
}

function single2(call: Call, isBid: boolean): void {
  const inputs = call.tuple(0)
  trade2(call, inputs, inputs.tuple(9), isBid)
}

export const blur = defineProtocol({
  id: 'blur',
  name: 'Blur',
  source: 'https://etherscan.io/accounts/label/blur',
  contracts: [
    {
      name: 'BlurExchange',
      addresses: deployedOn(
        ['ethereum'],
        '0x000000000000ad05ccc4f10045630fb830b95127',
        '0xb2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5',
      ),
      functions: defineFunctions({
        [`execute(${input},${input})`]: (call) => execution(call, call.tuple(0), call.tuple(1)),
        [`bulkExecute((${input},${input})[])`]: bulkExecute,
        [`takeAsk(${ask},bytes)`]: (call) => many2(call, false),
        [`takeAskPool(${ask},bytes,uint256)`]: (call) => many2(call, false),
        [`takeAskSingle(${askSingle},bytes)`]: (call) => single2(call, false),
        [`takeAskSinglePool(${askSingle},bytes,uint256)`]: (call) => single2(call, false),
        [`takeBid(${bid},bytes)`]: (call) => many2(call, true),
        [`takeBidSingle(${bidSingle},bytes)`]: (call) => single2(call, true),
        ...each(
          emitNft('order'),
          `cancelOrder(${order})`,
          `cancelOrders(${order}[])`,
          'cancelTrades((bytes32,uint256,uint256)[])',
          'incrementNonce()',
        ),
      }),
    },
    {
      name: 'BlurPool',
      addresses: deployedOn(['ethereum'], '0x0000000000a39bb272e79075ade125fd351887ac'),
      functions: defineFunctions(each(otherAction, 'deposit()', 'withdraw(uint256)')),
      receive: otherAction,
    },
  ],
})

const lien = '(address,address,address,uint256,uint256,uint256,uint256,uint256,uint256)'
const loan = '(address,address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,address)'
const sale = '(address,uint256,uint256,uint256,uint256,address,(uint16,address)[])'
const maker = `(${input},bytes,uint256)`

/** Blur's lending protocol for loans secured by NFTs. Purchases on credit are decoded as trades. */
export const blend = defineProtocol({
  id: 'blend',
  name: 'Blend',
  source: 'https://docs.blur.foundation/blend',
  contracts: [
    {
      name: 'Blend',
      addresses: deployedOn(['ethereum'], '0x29469395eaf6f95920e59f858042f0e28d98a20b'),
      functions: defineFunctions({
        // A lien's words: lender 0, borrower 1, collection 2, token 3.
        ...each(
          emitNft('trade', { collection: 2, tokenId: 3, from: 1, to: 'sender' }),
          `buyLocked(${lien},${sale},bytes)`,
          `buyLockedETH(${lien},${sale},bytes)`,
          `buyToBorrowLocked(${lien},(${sale},bytes),(${loan},bytes),uint256)`,
          `buyToBorrowLockedETH(${lien},(${sale},bytes),(${loan},bytes),uint256)`,
        ),
        ...each(
          emitNft('trade', { collection: 1, to: 'sender' }),
          `buyToBorrow(${loan},bytes,uint256,${maker})`,
          `buyToBorrowETH(${loan},bytes,uint256,${maker})`,
        ),
        [`takeBid(${lien},uint256,${maker})`]: emitNft('trade', { collection: 2, tokenId: 3, from: 1 }),
        ...each(
          otherAction,
          `borrow(${loan},bytes,uint256,uint256)`,
          `repay(${lien},uint256)`,
          `refinance(${lien},uint256,${loan},bytes)`,
          `refinanceAuction(${lien},uint256,uint256)`,
          `refinanceAuctionByOther(${lien},uint256,${loan},bytes)`,
          `borrowerRefinance(${lien},uint256,uint256,${loan},bytes)`,
          `startAuction(${lien},uint256)`,
          `seize((${lien},uint256)[])`,
          'cancelOffer(uint256)',
          'cancelOffers(uint256[])',
        ),
      }),
    },
  ],
})
