/** A swap request to an aggregator. Addresses are lower case. */
export type AskedSwap = {
  readonly chain: string
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountIn: bigint
  readonly from: string
  /** Basis points. */
  readonly slippageBps: number
}

/** The swap that an aggregator returns. */
export type MadeSwap = {
  readonly amountOut: bigint
  readonly to: string
  readonly data: string
  readonly value: bigint
}

export type AggregatorQuestion = {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly make: (asked: AskedSwap) => Promise<MadeSwap>
}

/** Returns the response body, or undefined for an unknown endpoint. */
type RespondAsAggregator = (question: AggregatorQuestion) => Promise<unknown>

const lower = (text: unknown) => String(text).toLowerCase()

/** `GET /swap/v6.0/{chainId}/swap`, by the types of the crate oinch 0.1.3. */
const respondAsOneInch: RespondAsAggregator = async ({ path, query, make }) => {
  const [, chain] = /^\/swap\/v6\.0\/(\d+)\/swap$/.exec(path) ?? []
  if (chain === undefined) return undefined
  const from = lower(query.get('from'))
  const made = await make({
    chain,
    tokenIn: lower(query.get('src')),
    tokenOut: lower(query.get('dst')),
    from,
    amountIn: BigInt(query.get('amount') ?? ''),
    slippageBps: Number(query.get('slippage')) * 100,
  })
  const tx = { from, to: made.to, data: made.data, value: String(made.value), gas: 0, gasPrice: '1000000000' }
  return { dstAmount: String(made.amountOut), tx }
}

/** `GET /swap/allowance-holder/quote` of 0x's Swap API v2. */
const respondAsZeroEx: RespondAsAggregator = async ({ path, query, make }) => {
  if (path !== '/swap/allowance-holder/quote') return undefined
  const asked = {
    chain: query.get('chainId') ?? '',
    tokenIn: lower(query.get('sellToken')),
    from: lower(query.get('taker')),
    tokenOut: lower(query.get('buyToken')),
    amountIn: BigInt(query.get('sellAmount') ?? ''),
    slippageBps: Number(query.get('slippageBps')),
  }
  const made = await make(asked)
  return {
    liquidityAvailable: true,
    sellToken: asked.tokenIn,
    buyToken: asked.tokenOut,
    allowanceTarget: made.to,
    sellAmount: String(asked.amountIn),
    buyAmount: String(made.amountOut),
    blockNumber: '1',
    transaction: { to: made.to, data: made.data, gas: '300000', gasPrice: '1000000000', value: String(made.value) },
  }
}

/** `GET /swap` of Velora's Market API. */
const respondAsVelora: RespondAsAggregator = async ({ path, query, make }) => {
  if (path !== '/swap') return undefined
  const [amount, from] = [query.get('amount') ?? '', lower(query.get('userAddress'))]
  const asked = {
    chain: query.get('network') ?? '',
    tokenIn: lower(query.get('srcToken')),
    from,
    amountIn: BigInt(amount),
    tokenOut: lower(query.get('destToken')),
    slippageBps: Number(query.get('slippage')),
  }
  const made = await make(asked)
  return {
    priceRoute: { srcAmount: amount, destAmount: String(made.amountOut), tokenTransferProxy: made.to },
    txParams: { from, to: made.to, data: made.data, value: String(made.value), chainId: Number(asked.chain) },
  }
}

/** `GET /{chain}/api/v1/routes`, then `POST /{chain}/api/v1/route/build`, of KyberSwap's Aggregator API. */
const respondAsKyberSwap: RespondAsAggregator = async ({ path, query, body, make }) => {
  const [, chain = '', action] = /^\/(\w+)\/api\/v1\/(routes|route\/build)$/.exec(path) ?? []
  if (action === 'routes') {
    const amountIn = query.get('amountIn')
    const routeSummary = { tokenIn: query.get('tokenIn'), tokenOut: query.get('tokenOut'), amountIn, amountOut: '0' }
    return { code: 0, message: 'successfully', data: { routeSummary, routerAddress: `0x${'0'.repeat(40)}` } }
  }
  if (action !== 'route/build') return undefined
  const { routeSummary, sender, slippageTolerance } = body as {
    readonly routeSummary: { readonly tokenIn: string; readonly tokenOut: string; readonly amountIn: string }
    readonly sender: string
    readonly slippageTolerance: number
  }
  const made = await make({
    chain,
    tokenIn: lower(routeSummary.tokenIn),
    tokenOut: lower(routeSummary.tokenOut),
    from: lower(sender),
    amountIn: BigInt(routeSummary.amountIn),
    slippageBps: slippageTolerance,
  })
  const data = { amountIn: routeSummary.amountIn, amountOut: String(made.amountOut), data: made.data, gas: '300000' }
  return { code: 0, message: 'successfully', data: { ...data, routerAddress: made.to } }
}

type OdosQuote = {
  readonly chainId: number
  readonly inputTokens: readonly { readonly tokenAddress: string; readonly amount: string }[]
  readonly outputTokens: readonly { readonly tokenAddress: string }[]
  readonly userAddr: string
  readonly slippageLimitPercent: number
}

/** `POST /sor/quote/v3`, then `POST /sor/assemble`, of Odos. The path id encodes the request. */
const respondAsOdos: RespondAsAggregator = async ({ path, body, make }) => {
  const toMade = async (quote: OdosQuote) =>
    make({
      chain: String(quote.chainId),
      from: lower(quote.userAddr),
      tokenIn: lower(quote.inputTokens[0]?.tokenAddress),
      tokenOut: lower(quote.outputTokens[0]?.tokenAddress),
      amountIn: BigInt(quote.inputTokens[0]?.amount ?? ''),
      slippageBps: quote.slippageLimitPercent * 100,
    })
  if (path === '/sor/quote/v3') {
    const made = await toMade(body as OdosQuote)
    const pathId = Buffer.from(JSON.stringify(body)).toString('hex')
    return { pathId, outAmounts: [String(made.amountOut)], gasEstimate: 300_000, priceImpact: 0 }
  }
  if (path !== '/sor/assemble') return undefined
  const { pathId, userAddr } = body as { readonly pathId: string; readonly userAddr: string }
  const made = await toMade(JSON.parse(Buffer.from(pathId, 'hex').toString()))
  const transaction = { gas: 300_000, to: made.to, from: userAddr, data: made.data, value: String(made.value) }
  return { outputTokens: [{ amount: String(made.amountOut) }], transaction }
}

export const aggregatorForms = {
  '1inch': respondAsOneInch,
  '0x': respondAsZeroEx,
  velora: respondAsVelora,
  kyberswap: respondAsKyberSwap,
  odos: respondAsOdos,
} as const satisfies { readonly [name: string]: RespondAsAggregator }
