import type { Respond } from '../venue.ts'

/** The Fear & Greed Index. Source: https://alternative.me/crypto/fear-and-greed-index/ (API) */
export const respondAsAlternativeMe: Respond = (path, _, { nowMs }) =>
  path === '/fng/'
    ? {
        name: 'Fear and Greed Index',
        data: [{ value: '47', value_classification: 'Neutral', timestamp: String(Math.floor(nowMs / 1000)) }],
        metadata: { error: null },
      }
    : undefined
