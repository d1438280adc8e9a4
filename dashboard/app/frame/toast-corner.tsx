export { Toasts as ToastCorner } from '../../ui/toast-list.tsx';
