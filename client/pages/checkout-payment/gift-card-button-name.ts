/**
 * Name of the buttons of the payment form that apply ('apply') or remove ('remove') a gift card instead of
 * placing the order.
 */
export const GIFT_CARD_BUTTON_NAME = 'giftCard';
