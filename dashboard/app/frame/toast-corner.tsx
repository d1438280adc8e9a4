export { Toasts as ToastCorner } from '../../ui/toasts.tsx';
