import { each } from '../decoder/each.ts'
import { otherAction } from '../decoder/otherAction.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { fillGiving } from '../swaps/swapFunctions.ts'

/** Exchanges that keep deposits and match signed orders (2016-2020). The zero address means the native currency. */
export const etherdelta = defineProtocol({
  id: 'etherdelta',
  name: 'EtherDelta and its kin',
  source: 'https://github.com/etherdelta/smart_contract',
  contracts: [
    {
      name: 'Exchange',
      addresses: {
        ethereum: [
          '0x8d12a197cb00d4747a1fe03395095ce2a5cc6819',
          '0x4aea7cf559f67cedcad07e12ae6bc00f07e8cf65',
          '0x1ce7ae555139c5ef5a57cc8d814a867ee6ee33d8',
          '0x2a0c0dbecc7e4d658f48e01e3fa353f44050c208',
        ],
      },
      functions: defineFunctions({
        ...each(
          otherAction,
          'deposit()',
          'depositToken(address,uint256)',
          'withdraw(uint256)',
          'withdraw(address,uint256)',
          'withdrawToken(address,uint256)',
          'adminWithdraw(address,uint256,address,uint256,uint8,bytes32,bytes32,uint256)',
          'order(address,uint256,address,uint256,uint256,uint256)',
          'cancelOrder(address,uint256,address,uint256,uint256,uint256,uint8,bytes32,bytes32)',
        ),
        // IDEX v1: values (amountBuy, amountSell, expires, nonce, amount, …), addresses (tokenBuy, tokenSell, maker, taker).
        'trade(uint256[8],address[4],uint8[2],bytes32[4])': (call) =>
          call.swap({
            protocol: 'idex',
            tokenIn: call.address(8),
            tokenOut: call.address(9),
            ...fillGiving(call.uint(4), { making: call.uint(1), taking: call.uint(0) }),
            recipient: call.address(11),
          }),
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    // The taker gives `amount` of what the maker wants to get.
    'trade(address,uint256,address,uint256,uint256,uint256,address,uint8,bytes32,bytes32,uint256)': (call) =>
      call.swap({
        tokenIn: call.address(0),
        tokenOut: call.address(2),
        ...fillGiving(call.uint(10), { making: call.uint(3), taking: call.uint(1) }),
      }),
  }),
})
